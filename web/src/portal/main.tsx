import '../shared/entry/csp-nonce.ts'
import '../ui/tokens.css'
import '../ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from '../kernel/api/query-client.ts'
import '../shared/entry/bootstrap.ts'
import '../shared/entry/preferences.ts'
import '../shared/entry/stale-chunks.ts'
import './api-calls.ts'
import { router } from './router.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('portal.html has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
