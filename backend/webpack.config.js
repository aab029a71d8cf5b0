import { createRequire } from 'node:module';
import path from 'node:path';
import TerserPlugin from 'terser-webpack-plugin';
import webpack from 'webpack';
import { NoticesPlugin } from '../frontend/notices-plugin.js';

/** Packages that are not bundled, since they load native code. */
const NATIVE = ['sqlite3', '@resvg/resvg-js'];

/**
 * Bundles the back end and its packages into few files, since reading thousands of modules would slow the start.
 *
 * @type {import('webpack').Configuration}
 */
export default {
  name: 'backend',
  mode: 'production',
  target: 'node20',
  context: path.join(import.meta.dirname, 'src'),
  entry: {
    main: './main.ts',
    'ops/main': './ops/main.ts',
    'draw-png': './card/draw-png.js',
    'watchdog-thread': './core/watchdog-thread.ts',
  },
  experiments: { outputModule: true },
  output: {
    path: path.join(import.meta.dirname, 'dist'),
    filename: '[name].js',
    chunkFilename: '[name].js',
    library: { type: 'module' },
    // For readers of a stack trace: writes the file name above each module that is not minified.
    pathinfo: true,
    clean: true,
  },
  resolve: {
    extensions: ['.ts', '.js'],
    extensionAlias: { '.js': ['.ts', '.js'] },
    // A polyfill that web3.js's borsh uses only without a global TextDecoder.
    alias: { 'text-encoding-utf-8': false },
  },
  module: {
    parser: {
      javascript: {
        importMeta: false,
        url: false,
        createRequire: false,
        // Nest imports optional packages by a variable name, which cannot be bundled.
        exprContextRegExp: /^$/,
        exprContextCritical: false,
      },
    },
    rules: [
      {
        test: /\.ts$/,
        loader: 'swc-loader',
        options: {
          jsc: {
            target: 'es2022',
            // V8 uses two bytes per character for a file with characters beyond Latin-1.
            output: { charset: 'ascii' },
            parser: { syntax: 'typescript', decorators: true },
            transform: {
              legacyDecorator: true,
              decoratorMetadata: true,
              useDefineForClassFields: true,
            },
          },
        },
      },
    ],
  },
  externals: Object.fromEntries(NATIVE.map((name) => [name, `node-commonjs ${name}`])),
  plugins: [
    new webpack.IgnorePlugin({ checkResource: isOptionalAndMissing }),
    // @nestjs/typeorm looks for classes of old TypeORM by a require at run time, which would load TypeORM a second time.
    new webpack.NormalModuleReplacementPlugin(
      /\/typeorm-compat\.js$/,
      'data:text/javascript,export const Connection = undefined, AbstractRepository = undefined;',
    ),
    new NoticesPlugin(),
  ],
  optimization: {
    // Keeps the names of classes and functions, which stack traces, Nest and the table of migrations use.
    concatenateModules: false,
    mangleExports: false,
    splitChunks: {
      cacheGroups: {
        default: false,
        defaultVendors: false,
        packages: { test: /node_modules/, name: 'packages', chunks: 'initial', enforce: true },
      },
    },
    minimizer: [
      // Leaves the bundles of the server and of `ops` readable.
      new TerserPlugin({
        exclude: /main\.js$/,
        minify: TerserPlugin.swcMinify,
        terserOptions: {
          compress: false,
          mangle: false,
          format: { comments: false, ascii_only: true },
        },
        extractComments: false,
      }),
    ],
  },
  cache: { type: 'memory' },
  performance: false,
  stats: 'errors-warnings',
};

/**
 * True for a package that another package imports and that is not installed.
 *
 * @param {string} request
 * @param {string} context folder of the importing file
 */
function isOptionalAndMissing(request, context) {
  if (!context.includes('node_modules') || request.startsWith('.')) return false;
  try {
    createRequire(path.join(context, 'package.json')).resolve(request);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND';
  }
}
