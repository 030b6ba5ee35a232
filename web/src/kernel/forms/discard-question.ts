/**
 * The question before changes are lost.
 * @param what what is lost, as its sentence names it
 */
export const discardQuestion = (what = '填写的内容') => ({
  title: '放弃未保存的修改？',
  body: `关闭后，${what}不会保留。`,
  confirm: '放弃修改',
  cancel: '继续编辑',
  danger: true,
})
