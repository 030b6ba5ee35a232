import { postsRepository } from './posts.repository.ts'

/** A post of the company; undefined if there is none. */
export const findPost = postsRepository.find
