export {
  isVisibleOrganization,
  seesOthers,
  skipRowScope,
  type Viewer,
  visibleTo,
} from './row-scope.repository.ts'
export { type NamedKind, visibleNames } from './visible-names.repository.ts'
export {
  andVisibleUser,
  findInvisibleUsers,
  isVisibleUser,
  scopedUsers,
  visibleUserIds,
} from './visible-users.repository.ts'
