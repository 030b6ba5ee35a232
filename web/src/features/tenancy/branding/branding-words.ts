import { t } from '../../../ui/texts.ts'
export const brandingLabels = { title: t('标题'), primary: t('主题色'), background: t('登录页背景色') } as const
