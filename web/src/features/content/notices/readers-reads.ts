import { publishedNoticesContract } from '@atrium/contract/features/content/notices/published-notices.contract.ts'

const { published, publishedGet, bell } = publishedNoticesContract
/** Reads to refetch after a reader has read or confirmed. Without the contracts of authors, as every page has the bell. */
export const readersReads = [published, publishedGet, bell] as const
