export { createPresence } from './presence.ts'
export { createTagColumn, createTaggedLists } from './shown-tags.ts'
