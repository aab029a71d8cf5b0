import js from '@eslint/js';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** The folders of the back end, the lowest first: each may use those before it, and none of those beside it in a list. */
const BACKEND_FLOORS = [
  ['core'],
  ['database'],
  ['wallet'],
  ['points', 'site'],
  ['http'],
  ['metrics', 'backup'],
  ['session'],
  ['referral'],
  ['sign-in'],
  ['leaderboard', 'rpc', 'health', 'proofs', 'pyramid'],
  ['referral-stats'],
  ['card'],
  ['ops'],
];

/**
 * The folders of the front end in the same way: what is shared, the features, what several of them do together, and the
 * screens.
 */
const FRONTEND_FLOORS = [
  ['lib'],
  ['config'],
  ['components'],
  ['features/toast'],
  ['features/levels', 'features/education', 'features/floating-emojis', 'features/away'],
  ['features/rug-meter', 'features/pyramid-bot', 'features/leaderboard', 'features/pyramid'],
  ['features/share', 'features/card'],
  ['features/referral'],
  ['features/session', 'features/proof'],
  ['features/wallet'],
  ['features/site'],
  ['flows'],
  ['routes'],
  ['boot'],
];

/**
 * @param {string} root of the folders
 * @param {string[][]} floors the lowest first
 */
function pointDown(root, floors) {
  return floors.slice(0, -1).flatMap((floor, index) =>
    floor.map((folder) => ({
      target: `${root}/${folder}`,
      from: floors
        .slice(index)
        .flat()
        .filter((name) => name !== folder)
        .map((name) => `${root}/${name}`),
      message: `${folder} is not above what is imported here: arrows between folders point down only, so that each can be read without those above it`,
    })),
  );
}

export default tseslint.config(
  { ignores: ['**/dist/', 'data/', 'coverage/'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        // A service that opens the files of a project one by one takes longer than their program.
        project: ['backend/tsconfig.json', 'frontend/tsconfig.json', 'e2e/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [
        createTypeScriptImportResolver({
          project: ['backend/tsconfig.json', 'frontend/tsconfig.json', 'e2e/tsconfig.json'],
          noWarnOnMultipleProjects: true,
        }),
      ],
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'separate-type-imports' },
      ],
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Nest and TypeORM declare the shapes of their options as classes, and document object literals.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      'import-x/no-cycle': 'error',
    },
  },
  {
    files: ['backend/src/**/*.ts'],
    rules: {
      'import-x/no-restricted-paths': [
        'error',
        {
          zones: [
            ...pointDown('./backend/src', BACKEND_FLOORS),
            {
              target: './backend/src/database',
              from: './backend/src',
              except: ['./core', './database', './game.ts'],
              message:
                'features hand their entities and statements to the database, which knows none of them',
            },
            {
              target: './backend/src/database/schema',
              from: './backend/src',
              except: ['./database/schema', './game.ts'],
              message:
                'the schema of a migration stands still, whatever becomes of the code around it',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['frontend/**/*.{ts,tsx}'],
    extends: [jsxA11y.flatConfigs.recommended],
    plugins: { 'react-hooks': reactHooks },
    languageOptions: { globals: globals.browser },
    rules: {
      ...reactHooks.configs.recommended.rules,
      // Hooks and contexts hand out functions, not methods of objects with a `this`.
      '@typescript-eslint/unbound-method': 'off',
      'import-x/no-restricted-paths': [
        'error',
        { zones: pointDown('./frontend/src', FRONTEND_FLOORS) },
      ],
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['@backend/*'],
              allowTypeImports: true,
              message: 'the browser shares only types with the back end',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.js'],
    languageOptions: { globals: globals.node },
  },
  {
    files: ['**/*.{test,spec}.{ts,tsx}'],
    rules: { '@typescript-eslint/unbound-method': 'off' },
  },
);
