export { hasPosts, knownPosts } from './post-holders.repository.ts'
