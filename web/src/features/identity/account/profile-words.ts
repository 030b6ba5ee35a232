import { t } from '../../../ui/texts.ts'
/** Field labels on the card, in the form and in the conflict dialog. */
export const profileLabels = { name: t('姓名'), sex: t('性别'), signature: t('个性签名'), timeZone: t('时区') } as const
