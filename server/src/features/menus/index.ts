export { createFrameOrigins } from './frame-origins.ts'
export { menusRoutes } from './menus.routes.ts'
