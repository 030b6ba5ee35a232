import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { systemSettingsContract } from '@atrium/contract/features/identity/system-settings/system-settings.contract.ts'
import { readQuery } from '../../kernel/api/use-read.ts'

const forever = { staleTime: Number.POSITIVE_INFINITY }

/** Settings that do not change while the page is open. */
export const tagsQuery = readQuery(systemSettingsContract.tags, {}, forever)
/** The signed-in user. */
export const loginInfoQuery = readQuery(sessionContract.loginInfo, {}, forever)
/** Their menus and rights. */
export const grantsQuery = readQuery(sessionContract.grants, {}, forever)
