export { findOutOfScope } from './out-of-scope.ts'
export {
  isVisibleOrganization,
  skipRowScope,
  type Viewer,
  visibleTo,
} from './row-scope.repository.ts'
export { andVisibleUser, isVisibleUser, scopedUsers, visibleUserIds } from './visible-users.repository.ts'
