import {
  compareObjects,
  createObjects,
  dropTriggersAndViews,
} from '../../database/objects/database-objects.js';
import { counted, REPAIR, type Check } from '../check.js';

/** Does not compare SQL texts, since the same SQL can be written in several ways. */
export const SCHEMA_COMPLETE: Check = {
  name: 'All tables, indexes, triggers and views exist, and no foreign tables, triggers or views',
  look: async ({ manager }) => {
    const { unknown, missing, expected } = await compareObjects(manager);
    return {
      looked: counted(expected, ['object', 'objects']),
      faults: [
        ...missing.map((object) => `the ${object} is missing, or disabled`),
        ...unknown.map((object) => `the ${object} is foreign`),
      ],
    };
  },
  remedy: `${REPAIR}, except for tables: restore a backup if a table is missing, and drop unknown tables`,
  repair: {
    did: 'recreated indexes, triggers and views',
    run: async (manager) => {
      await dropTriggersAndViews(manager);
      await createObjects(manager);
    },
  },
};
