import { t } from '../../../ui/texts.ts'
import { hasSecondStep, type SecurityState } from './security-state.ts'

/** Drawers opened by items and advice. */
export type DrawerName =
  | 'password'
  | 'passkeys'
  | 'links'
  | 'phone'
  | 'mail'
  | 'totpOn'
  | 'totpOff'
  | 'smsOn'
  | 'smsOff'
  | 'recovery'
  | 'noticeOff'
  | 'trusted'
  | 'sessions'

/** A drawer, or the notice, which is switched on at once since it needs no password. */
export type DrawerTarget = DrawerName | 'noticeOn'

type Advice = { text: string; opens: DrawerTarget }

const maxAdvice = 3

/** Suggestions for better protection, the most useful first, three at most. */
export const adviceFor = (state: SecurityState): Advice[] => {
  const missing: (Advice | false)[] = [
    state.password.remind && { text: t('修改即将过期的密码'), opens: 'password' },
    !hasSecondStep(state) && { text: t('开启一种二次验证'), opens: 'totpOn' },
    hasSecondStep(state) && state.recovery === 0 && { text: t('生成恢复码'), opens: 'recovery' },
    state.phone === '' && { text: t('绑定手机'), opens: 'phone' },
    state.mail === '' && { text: t('绑定邮箱'), opens: 'mail' },
    !state.loginNotice && { text: t('开启登录提醒'), opens: 'noticeOn' },
  ]
  return missing.filter((each): each is Advice => each !== false).slice(0, maxAdvice)
}
