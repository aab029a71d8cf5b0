import { parentPort, workerData } from 'node:worker_threads';

// On import, the renderer requests a process report, which by default resolves the host names of all peers.
Object.assign(process.report, { excludeNetwork: true });
const { Resvg } = await import('@resvg/resvg-js');

/** @type {{ readonly svg: string, readonly fontFolder: string }} */
const { svg, fontFolder } = workerData;
const font = { loadSystemFonts: false, fontDirs: [fontFolder] };
parentPort?.postMessage(new Resvg(svg, { font }).render().asPng());
