export { loadAreas } from './area-load.repository.ts'
export { findAreaPath } from './areas.service.ts'
