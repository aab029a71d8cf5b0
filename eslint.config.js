import js from '@eslint/js';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const FRONTEND_FEATURES = './frontend/src/features';

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

const backendZones = BACKEND_FLOORS.slice(0, -1).flatMap((floor, index) =>
  floor.map((folder) => ({
    target: `./backend/src/${folder}`,
    from: BACKEND_FLOORS.slice(index)
      .flat()
      .filter((name) => name !== folder)
      .map((name) => `./backend/src/${name}`),
    message: `${folder} is not above what is imported here: arrows between folders point down only, so that each can be read without those above it`,
  })),
);

export default tseslint.config(
  { ignores: ['**/dist/', 'data/', 'coverage/'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
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
            ...backendZones,
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
        {
          zones: [
            {
              target: FRONTEND_FEATURES,
              from: ['./frontend/src/routes', './frontend/src/app.tsx'],
              message: 'shared code and features know nothing of the screens that use them',
            },
            {
              target: './frontend/src/lib',
              from: ['./frontend/src/features', './frontend/src/routes'],
              message: 'lib is beneath the features',
            },
          ],
        },
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
