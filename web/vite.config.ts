import { defineConfig } from 'vite'
import { entryConfig } from './entry-config.ts'

export default defineConfig({
  ...entryConfig('console', 'index.html'),
  server: { proxy: { '/api': 'http://127.0.0.1:3000', '/front-api': 'http://127.0.0.1:3000' } },
})
