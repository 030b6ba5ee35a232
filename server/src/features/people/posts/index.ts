export { hasPosts } from './post-holders.repository.ts'
