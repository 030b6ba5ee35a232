import { defineConfig } from 'vite'
import { entryConfig } from './entry-config.ts'

export default defineConfig(entryConfig('portal', 'portal.html'))
