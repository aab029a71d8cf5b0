import path from 'node:path';
import zlib from 'node:zlib';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import { Resvg } from '@resvg/resvg-js';
import browserslist from 'browserslist';
import CompressionPlugin from 'compression-webpack-plugin';
import CopyPlugin from 'copy-webpack-plugin';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import { browserslistToTargets, transform } from 'lightningcss';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import TerserPlugin from 'terser-webpack-plugin';
import webpack from 'webpack';
import { NoticesPlugin } from './frontend/notices-plugin.js';

const frontend = path.resolve(import.meta.dirname, 'frontend');
const source = path.join(frontend, 'src');

const sharedSource = path.resolve(import.meta.dirname, 'backend/src/shared');

/** The supported browsers, from `browserslist` in package.json. */
const BROWSERS = browserslist(null, { path: import.meta.dirname });

/** The packages from which `frontend/fonts/make.js` makes the fonts in its folder. */
const FONT_PACKAGES = [
  '@fontsource-variable/geist',
  '@fontsource/geist',
  '@fontsource/instrument-serif',
];

/** The font with `font-display: optional`. The page preloads it. */
const OPTIONAL_FONT = /geist-.*\.woff2$/;

/** Icons for a home screen, with their widths in pixels. */
const ICONS = { 'apple-touch-icon.png': 180, 'icon-192.png': 192, 'icon-512.png': 512 };

/**
 * @param {{ WEBPACK_SERVE?: boolean }} env
 * @param {{ mode?: 'production' | 'development' }} argv
 * @returns {import('webpack').Configuration[]}
 */
export default function configurations(env, { mode = 'production' }) {
  return [server(mode), browser(mode, env.WEBPACK_SERVE === true)];
}

/**
 * @param {'production' | 'development'} mode
 * @param {{ targets: string | string[], emitAssets: boolean, refresh?: boolean }} options
 */
function shared(mode, { targets, emitAssets, refresh = false }) {
  return {
    mode,
    context: frontend,
    resolve: {
      extensions: ['.tsx', '.ts', '.js'],
      extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
      alias: {
        '@': source,
        '@backend/shared': sharedSource,
        // Without this, react-router would load its development build in every mode.
        ...(mode === 'production' && {
          'react-router$': path.resolve(
            import.meta.dirname,
            'node_modules/react-router/dist/production/index.mjs',
          ),
        }),
        '@solana-mobile/wallet-adapter-mobile$': path.join(
          source,
          'features/wallet/mobile-adapter-stub.ts',
        ),
        '@solana/web3.js$': path.join(source, 'features/wallet/web3.ts'),
      },
    },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          include: [source, sharedSource],
          loader: 'swc-loader',
          options: {
            env: { targets },
            jsc: {
              parser: { syntax: 'typescript', tsx: true },
              transform: {
                react: { runtime: 'automatic', development: mode === 'development', refresh },
              },
            },
          },
        },
        {
          // For pictures at the top of a page. Fetched separately, they would be painted late.
          test: /\.svg$/,
          resourceQuery: /inline/,
          type: 'asset/inline',
          generator: {
            dataUrl: (/** @type {Buffer} */ svg) =>
              `data:image/svg+xml,${encodeURIComponent(svg.toString())}`,
          },
        },
        {
          test: /\.(svg|woff2|png|webp)$/,
          resourceQuery: { not: /inline/ },
          type: 'asset/resource',
          generator: { filename: 'assets/[name].[contenthash:8][ext]', emit: emitAssets },
        },
      ],
    },
    performance: /** @type {const} */ (false),
    stats: /** @type {const} */ ('errors-warnings'),
  };
}

/**
 * @param {'production' | 'development'} mode
 * @returns {import('webpack').Configuration & { devServer: false }}
 */
function server(mode) {
  const base = shared(mode, { targets: 'node 20', emitAssets: false });
  return {
    ...base,
    name: 'server',
    target: 'node20',
    devtool: false,
    module: {
      ...base.module,
      // Otherwise, webpack writes the path of this repository into the bundle, as import.meta.url.
      parser: { javascript: { importMeta: false } },
    },
    entry: { render: './src/server.tsx' },
    experiments: { outputModule: true },
    output: {
      path: path.join(frontend, 'dist/server'),
      filename: '[name].js',
      publicPath: '/',
      library: { type: 'module' },
      asyncChunks: false,
      clean: true,
    },
    plugins: [
      // WalletProvider reads this global on the server, where newer versions of Node then print a warning.
      new webpack.DefinePlugin({ 'globalThis.localStorage': 'undefined' }),
      new CopyPlugin({ patterns: ['fonts/*.ttf'] }),
      new NoticesPlugin(FONT_PACKAGES),
    ],
    optimization: {
      minimizer: [
        new TerserPlugin({
          minify: TerserPlugin.swcMinify,
          // V8 uses two bytes per character for a file with characters beyond Latin-1.
          terserOptions: { format: { ascii_only: true } },
          extractComments: false,
        }),
      ],
    },
    devServer: false,
  };
}

/**
 * @param {'production' | 'development'} mode
 * @param {boolean} hot true for the development server
 * @returns {import('webpack').Configuration & { devServer: object }}
 */
function browser(mode, hot) {
  const production = mode === 'production';
  const base = shared(mode, { targets: BROWSERS, emitAssets: true, refresh: hot });
  return {
    ...base,
    name: 'browser',
    target: 'browserslist',
    devtool: production ? false : 'cheap-module-source-map',
    entry: { boot: './src/boot/boot.ts' },
    output: {
      path: path.join(frontend, 'dist/client'),
      filename: production ? 'assets/[name].[contenthash:8].js' : 'assets/[name].js',
      publicPath: '/',
      trustedTypes: 'pyramidion-chunks',
      clean: true,
    },
    module: {
      rules: [
        ...base.module.rules,
        {
          // Compiles packages, too, because some are published for newer browsers.
          test: /\.m?js$/,
          include: /node_modules/,
          loader: 'swc-loader',
          options: {
            env: { targets: BROWSERS },
            isModule: 'unknown',
            jsc: { parser: { syntax: 'ecmascript' } },
          },
        },
        {
          test: /\.css$/,
          use: [
            MiniCssExtractPlugin.loader,
            'css-loader',
            { loader: '@tailwindcss/webpack', options: { optimize: false } },
          ],
        },
      ],
    },
    optimization: {
      minimizer: [
        new TerserPlugin({
          minify: TerserPlugin.swcMinify,
          // Drops licence comments, because notices.txt contains the licences.
          terserOptions: {
            ecma: 2020,
            compress: { ecma: 2020, passes: 3 },
            format: { comments: false },
          },
          extractComments: false,
        }),
      ],
      splitChunks: {
        cacheGroups: {
          defaultVendors: false,
          react: {
            test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/,
            name: 'react',
            chunks: 'all',
          },
          solana: {
            test: /[\\/]node_modules[\\/](@solana|@wallet-standard)[\\/]/,
            name: 'solana',
            chunks: 'all',
          },
        },
      },
    },
    plugins: [
      new MiniCssExtractPlugin({
        filename: production ? 'assets/[name].[contenthash:8].css' : 'assets/[name].css',
      }),
      new HtmlWebpackPlugin({
        template: 'src/template.ejs',
        filename: 'template.html',
        inject: false,
        minify: false,
        templateParameters: (compilation) => {
          const files = compilation.entrypoints.get('boot')?.getFiles() ?? [];
          const scripts = files.filter((file) => file.endsWith('.js'));
          const stylesheets = files.filter((file) => file.endsWith('.css'));
          return {
            scripts,
            stylesheets,
            optionalFont: Object.keys(compilation.assets).find((file) => OPTIONAL_FONT.test(file)),
            inlineScript: production ? extractSources(compilation, scripts) : null,
            inlineStyle: production ? minifyStyles(extractSources(compilation, stylesheets)) : null,
          };
        },
      }),
      new NoticesPlugin(FONT_PACKAGES),
      new CopyPlugin({
        patterns: [
          { from: 'src/public' },
          ...Object.entries(ICONS).map(([to, width]) => ({
            from: 'src/assets/app-icon.svg',
            to,
            transform: drawPng(width),
          })),
          { from: 'src/assets/favicon.svg', to: 'favicon.ico', transform: drawIco },
        ],
      }),
      ...(production ? compressionPlugins() : []),
      ...(hot ? [new ReactRefreshPlugin({ overlay: false })] : []),
    ],
    devServer: developmentServer(),
  };
}

/**
 * Returns the sources of emitted files, and deletes the files.
 *
 * @param {import('webpack').Compilation} compilation
 * @param {string[]} files
 */
function extractSources(compilation, files) {
  return files
    .map((file) => {
      const source = compilation.getAsset(file)?.source.source().toString();
      compilation.deleteAsset(file);
      return source;
    })
    .join('\n');
}

/** @param {string} styles */
function minifyStyles(styles) {
  const { code } = transform({
    filename: 'styles.css',
    code: Buffer.from(styles),
    minify: true,
    targets: browserslistToTargets(BROWSERS),
  });
  // Safari before 16.4 needs a media type after `not`.
  return code.toString().replaceAll('@media not (', '@media not all and (');
}

/**
 * @param {number} width in pixels
 * @returns {(svg: Buffer) => Buffer}
 */
function drawPng(width) {
  return (svg) => new Resvg(svg, { fitTo: { mode: 'width', value: width } }).render().asPng();
}

/**
 * Returns an ICO file, for clients that request `/favicon.ico` without reading the page.
 *
 * @param {Buffer} svg
 */
function drawIco(svg) {
  const size = 32;
  const png = drawPng(size)(svg);
  const header = Buffer.from([
    0,
    0,
    1,
    0,
    1,
    0,
    size,
    size,
    0,
    0,
    1,
    0,
    32,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
  ]);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

function compressionPlugins() {
  const test = /\.(js|css|svg|txt|webmanifest)$/;
  /** @type {zlib.BrotliOptions} */
  const brotli = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 } };
  return [
    new CompressionPlugin({ test, filename: '[path][base].gz', algorithm: 'gzip' }),
    new CompressionPlugin({
      test,
      filename: '[path][base].br',
      algorithm: 'brotliCompress',
      compressionOptions: brotli,
    }),
  ];
}

function developmentServer() {
  const target = process.env.BACKEND_URL;
  return {
    host: process.env.HOST ?? '127.0.0.1',
    port: Number(process.env.PORT ?? 3000),
    hot: true,
    static: false,
    client: {
      overlay: false,
      logging: /** @type {const} */ ('warn'),
      // Connects to the host and port of the page.
      webSocketURL: 'auto://0.0.0.0:0/ws',
    },
    devMiddleware: { writeToDisk: true, index: false },
    proxy: target ? [{ context: ['/'], target, ws: false }] : [],
  };
}
