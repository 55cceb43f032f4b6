const LOOPBACK = /^(localhost|127(\.\d+){1,3}|\[?::1\]?|0\.0\.0\.0|\[?::\]?|0)$/i;

/** Whether a text names the agent's own `host:port`, in any spelling of this machine. */
export function isOwnAddress(text: string, address: string | null): boolean {
  if (address === null) return false;
  const [host, port] = splitAddress(address);
  // bash opens a connection for /dev/tcp/host/port.
  const spelled = text.replace(/^\/dev\/(?:tcp|udp)\/([^/]+)\/(\d+)$/, '$1:$2');
  for (const [, named = '', at = ''] of spelled.matchAll(/(\[[\da-fA-F:.]+\]|[\w.-]+):(\d{1,5})(?!\d)/g)) {
    if (at === port && isSameHost(named, host)) return true;
  }
  return false;
}

function splitAddress(address: string): readonly [string, string] {
  const at = address.lastIndexOf(':');
  return [address.slice(0, at), address.slice(at + 1)];
}

const isSameHost = (a: string, b: string): boolean =>
  a.toLowerCase() === b.toLowerCase() || (LOOPBACK.test(a) && LOOPBACK.test(b));
