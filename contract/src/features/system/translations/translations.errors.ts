import { defineErrors } from '../../../kernel/errors.ts'

export const { block: translationsBlock, errors: translationsErrors } = defineErrors(
  { from: 4050, to: 4069 },
  {
    unknownLanguage: { code: 4050, msg: '系统中没有该语言，请先新增' },
    badTag: { code: 4051, msg: '不是有效的语言标签，例如 fr 或 pt-BR' },
    unknownText: { code: 4052, msg: '该文本不存在，可能已改名或删除' },
    faultyText: { code: 4053, msg: '译文有误，请检查后重试' },
    platformOnly: { code: 4054, msg: '仅平台可以管理语言' },
    unreadableFile: { code: 4055, msg: '无法读取该文件，请选择 PO 文件' },
    otherLanguage: { code: 4056, msg: '文件中的语言与所选语言不一致' },
    tooManyTexts: { code: 4057, msg: '文件中的文本过多，一次最多 10,000 条' },
    tooManyOwn: { code: 4058, msg: '译文数量已达上限' },
    sourceLanguage: { code: 4059, msg: '中文是原文语言，始终可选' },
  },
)
