import './shared/entry/csp-nonce.ts'
import './ui/tokens.css'
import './ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import './app/api-calls.ts'
import './shared/entry/bootstrap.ts'
import './shared/entry/preferences.ts'
import { router } from './app/router.tsx'
import './shared/entry/stale-chunks.ts'
import { queryClient } from './kernel/api/query-client.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
