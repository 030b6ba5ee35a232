import { QueryClient } from '@tanstack/react-query'

const minute = 60_000

/**
 * The cache of everything read from the server. A kept-alive page that comes back within half a minute asks nothing;
 * its data outlives it for as long as its tag is likely to be open. Failures are shown, not silently repeated. Without a
 * network nothing waits for it: a write would be made when nobody thinks of it any more, and a list would look empty.
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
