/**
 * Variables by which a parent could make bash, git, grep or the loader run or read something else than the line says.
 * They are not passed on, also when `shell.env` names them.
 */
export const NEVER_PASSED = new RegExp(
  `^(?:${[
    'BASH.*|ENV|SHELLOPTS|GLOBIGNORE|CDPATH|IFS|PS4|PROMPT_COMMAND|(?:LD|DYLD)_.*|GCONV_PATH|LOCPATH',
    'GREP_OPTIONS|RIPGREP_CONFIG_PATH|LESS|LESSOPEN|LESSCLOSE|(?:MAN|SYSTEMD_)?PAGER|GIT_.*',
    'NODE_OPTIONS|NODE_REPL_EXTERNAL_MODULE|PYTHONSTARTUP|PYTHONINSPECT|PYTHONHOME|PERL5OPT|PERL5DB|RUBYOPT|LUA_INIT.*',
    '_JAVA_OPTIONS|JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS|MAKEFLAGS|GNUMAKEFLAGS|(?:npm|NPM)_(?:config|CONFIG)_.*(?:shell|SHELL)',
    'RUSTC_WRAPPER|CARGO_BUILD_RUSTC_WRAPPER|BAILIWICK_.*',
  ].join('|')})$`,
);
