/** Which skill a correction belongs to: the topic of the message, else the skill of all others. */
export interface Topic {
  readonly skill: string;
  readonly title: string;
  readonly description: string;
}

const TOPICS: readonly (Topic & { readonly shape: RegExp })[] = [
  {
    shape: /\b(?:animated|gifs?)\b/,
    skill: 'animated-gif-workflow',
    title: 'Animated GIF Workflow',
    description: 'How animated GIFs are found, checked and used here. Use it before an animated image is used.',
  },
  {
    shape: /\b(?:screenshots?|screen captures?|imageoptim|assets?)\b/,
    skill: 'screenshot-asset-workflow',
    title: 'Screenshot Asset Workflow',
    description:
      'How screenshots and other assets are made, checked and stored here. Use it when one is added or replaced.',
  },
  {
    shape: /\b(?:qa|scenarios?|test plans?)\b/,
    skill: 'qa-scenario-workflow',
    title: 'QA Scenario Workflow',
    description: 'How QA scenarios and test plans are written and run here. Use it when one is added, changed or run.',
  },
  {
    shape: /\b(?:prs?(?! (?:plan|agency|firm|campaign|people))|pull requests?|github)\b/,
    skill: 'github-pr-workflow',
    title: 'GitHub PR Workflow',
    description:
      'How pull requests are made and reviewed here. Use it when a pull request is opened, reviewed or answered.',
  },
];

const OTHERS: Topic = {
  skill: 'learned-workflows',
  title: 'Learned Workflows',
  description: 'Rules for work in this workspace that came from corrections. Use it before a task is begun here.',
};

export const toTopic = (text: string): Topic => {
  const { shape: _, ...topic } = TOPICS.find(({ shape }) => shape.test(text.toLowerCase())) ?? {
    ...OTHERS,
    shape: /^/,
  };
  return topic;
};
