import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { createChunkNames } from './scripts/chunk-names.ts';
import { customMedia } from './scripts/custom-media.ts';
import { precompress } from './scripts/precompress.ts';
import { preloadConsole } from './scripts/preload-console.ts';

const WORKER = join(import.meta.dirname, 'src/service-worker/service-worker.ts');
const PRELOAD = join(import.meta.dirname, 'src/app/preload-console.ts');

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadConsole, precompress],
  css: { postcss: { plugins: [customMedia] } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // A data: address would need a hole in the content security policy.
    assetsInlineLimit: 0,
    // Tells what loads what, for the measure of Login's size.
    manifest: true,
    rolldownOptions: {
      input: { index: join(import.meta.dirname, 'index.html'), 'service-worker': WORKER, 'preload-console': PRELOAD },
      // A worker's scope is the folder that it lies in, and its name stays: browsers ask by it whether there is a newer one.
      output: {
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
        // The charts' library in parts that come at the same time.
        codeSplitting: {
          groups: [
            { name: 'chart-drawing', test: /node_modules[\\/]zrender/ },
            {
              name: 'chart-core',
              test: /node_modules[\\/]echarts[\\/]lib[\\/](?:core|data|model|util|coord|visual|processor)/,
            },
            { name: createChunkNames(), debugName: 'console', includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
});
