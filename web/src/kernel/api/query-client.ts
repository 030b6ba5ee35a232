import { QueryClient } from '@tanstack/react-query'

const minute = 60_000

/**
 * Cache of all server reads. Data is fresh for 30 seconds and kept for 30 minutes, about as long as a tag stays open.
 * Failures are shown instead of retried. Nothing is queued while offline: a write would run when the user no longer
 * expects it, and a list would look empty.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: minute / 2,
      gcTime: 30 * minute,
      retry: false,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
