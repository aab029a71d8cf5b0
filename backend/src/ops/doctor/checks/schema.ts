import {
  compareObjects,
  createObjects,
  dropTriggersAndViews,
} from '../../../database/objects/database-objects.js';
import { counted, REPAIR, type Check } from '../check.js';

/** Compares names only, since the same SQL can be written in several ways. */
export const SCHEMA_COMPLETE: Check = {
  name: 'All tables, indexes, triggers and views are there, and no others',
  look: async ({ manager }) => {
    const { unknown, missing, expected } = await compareObjects(manager);
    return {
      looked: counted(expected, ['object', 'objects']),
      faults: [
        ...missing.map((object) => `the ${object} is missing, or disabled`),
        ...unknown.map((object) => `the ${object} is not ours`),
      ],
    };
  },
  remedy: `${REPAIR}, but for tables: restore a backup where one is missing, and remove what is none of ours`,
  repair: {
    did: 'recreated indexes, triggers and views',
    run: async (manager) => {
      await dropTriggersAndViews(manager);
      await createObjects(manager);
    },
  },
};
