import { t } from '../../ui/texts.ts'
/**
 * The question before changes are lost.
 * @param what what is lost, as its sentence names it
 */
export const discardQuestion = (what = t('填写的内容')) => ({
  title: t('放弃未保存的修改？'),
  body: t('关闭后，{what}不会保留。', { what }),
  confirm: t('放弃修改'),
  cancel: t('继续编辑'),
  danger: true,
})
