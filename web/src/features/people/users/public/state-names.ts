import { t } from '../../../../ui/texts.ts'

/** States of a user, by their codes. */
export const stateNames = { 1: t('正常'), 0: t('停用'), 2: t('锁定', { context: 'state' }) } as const
