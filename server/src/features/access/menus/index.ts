export { createFrameOrigins } from './frame-origins.ts'
export { createForest } from './menu-forest.ts'
export { menusRepository as menus, type StoredMenu } from './menus.repository.ts'
