import { matchPath } from 'react-router-dom';
import { paths } from './paths';

/** What the browser's tab and a search engine say of a screen. */
export interface ScreenTexts {
  readonly title: string;
  readonly description: string;
}

const SCREENS: Readonly<Record<string, ScreenTexts>> = {
  [paths.landing]: {
    title: 'Pyramidion (parody): the AI-run pyramid scheme that admits it',
    description:
      'A parody. Connect a wallet, recruit your friends, own nothing. Pyramidion never asks for money, a transaction or a seed phrase.',
  },
  [paths.dashboard]: {
    title: 'Your pyramid status · Pyramidion (parody)',
    description:
      'Level, recruits and points of a wallet in a pyramid scheme that admits it. A parody.',
  },
  [paths.about]: {
    title: 'Meet our AI CEO · Pyramidion (parody)',
    description:
      'CHEOPS, Chief Hype & Executive Officer, Pyramid Strategy. Entirely fictional, like every return ever promised to you.',
  },
  [paths.howToParticipate]: {
    title: 'How to participate · Pyramidion (parody)',
    description:
      'Levels, points and the activity score of a pyramid scheme that admits it. A parody.',
  },
  [paths.proof]: {
    title: 'Proof, actually · Pyramidion (parody)',
    description:
      'Every recruit point stands on a signature that your own browser can check. A parody, audited by you.',
  },
  [paths.pyramid]: {
    title: 'The whole pyramid · Pyramidion (parody)',
    description:
      'Everyone that one wallet recruited, and everyone below them, drawn stone by stone. A parody.',
  },
};

const NOT_FOUND: ScreenTexts = {
  title: '404 · Pyramidion (parody)',
  description: 'Nothing stands here. The pyramid is elsewhere.',
};

/** Whether a path leads to a screen; any other path shows the 404 text. */
export function isScreen(path: string): boolean {
  return textsAt(path) !== undefined;
}

/** Title and description of the screen at a path. */
export function screenTexts(path: string): ScreenTexts {
  return textsAt(path) ?? NOT_FOUND;
}

function textsAt(path: string): ScreenTexts | undefined {
  return Object.entries(SCREENS).find(([pattern]) => matchPath(pattern, path))?.[1];
}
