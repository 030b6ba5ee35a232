import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { withoutProse } from './without-prose.ts'

const server = 'http://127.0.0.1:3000'

export default defineConfig({
  base: '/console/',
  plugins: [withoutProse(), react()],
  // The server puts a fresh nonce in its place with every page it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  server: { proxy: { '/api': server, '/front-api': server } },
  build: {
    sourcemap: false,
    // The byte gate reads which chunk loads which.
    manifest: true,
    modulePreload: { polyfill: false },
    // Inlined assets would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What changes with no release of ours keeps its address across our releases.
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ },
            // In one piece: cut up after who shares what, the kit's parts compress worse and call each other late.
            {
              name: 'kit',
              test: /node_modules[\\/](antd|@ant-design|@rc-component|@emotion|stylis|@babel|clsx|throttle-debounce)[\\/]/,
              minShareCount: 3,
            },
            // What the sign-in page needs stays apart from what the next group would take along.
            { name: 'first', tags: ['$initial'] },
            // What every list is made of, in one piece for the same reason.
            { name: 'lists', test: /src[\\/]kernel[\\/](listing|forms|timeline)[\\/]/, minShareCount: 5 },
          ],
        },
      },
    },
  },
})
