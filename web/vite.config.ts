import { defineConfig } from 'vite'
import { entryConfig } from './entry-config.ts'

export default defineConfig(entryConfig('console', 'index.html'))
