import { createRequire } from 'node:module';
import path from 'node:path';
import TerserPlugin from 'terser-webpack-plugin';
import webpack from 'webpack';

/** They bring machine code, which is found beside their own files. */
const NATIVE = ['sqlite3', '@resvg/resvg-js'];

/**
 * The back end with the packages it uses, as few files: the 2,000 that it is made of would take longer to find and read
 * than everything else that a start does.
 *
 * @type {import('webpack').Configuration}
 */
export default {
  name: 'backend',
  mode: 'production',
  target: 'node20',
  context: path.join(import.meta.dirname, 'src'),
  entry: { main: './main.ts', 'ops/main': './ops/main.ts' },
  experiments: { outputModule: true },
  output: {
    path: path.join(import.meta.dirname, 'dist'),
    filename: '[name].js',
    chunkFilename: '[name].js',
    library: { type: 'module' },
    // Says above each module which file it was, for whoever follows a stack trace.
    pathinfo: true,
    clean: true,
  },
  resolve: {
    extensions: ['.ts', '.js'],
    extensionAlias: { '.js': ['.ts', '.js'] },
  },
  module: {
    parser: {
      javascript: {
        importMeta: false,
        url: false,
        createRequire: false,
        // Where Nest would import whatever it is told to, there is nothing to choose from.
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
            // A file with any other character takes two bytes of memory for each.
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
  plugins: [new webpack.IgnorePlugin({ checkResource: isOptionalAndMissing })],
  optimization: {
    // Classes and functions keep their names: stack traces, Nest and the table of migrations go by them.
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
      // Our own code stays as it is.
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
  // What has not changed is not compiled again when sources are watched.
  cache: { type: 'memory' },
  performance: false,
  stats: 'errors-warnings',
};

/**
 * Packages try others that nobody has to install, such as TypeORM the drivers of every database; they go without.
 *
 * @param {string} request
 * @param {string} context folder of the file that asks
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
