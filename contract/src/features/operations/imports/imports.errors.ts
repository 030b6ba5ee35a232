import { defineErrors } from '../../../kernel/errors.ts'

export const { block: importsBlock, errors: importsErrors } = defineErrors(
  { from: 8300, to: 8349 },
  {
    foreignTemplate: { code: 8300, msg: '该文件由其他公司的模板填写，请下载本公司的模板重新填写' },
    otherTemplate: { code: 8301, msg: '该文件由另一份模板填写，请选择对应的模板后上传' },
    olderTemplate: { code: 8302, msg: '模板版本不一致，请下载最新模板重新填写' },
    noMatchingColumn: { code: 8303, msg: '表头不匹配，请使用模板中的列标题' },
    noRows: { code: 8304, msg: '工作表中没有数据' },
    tooManyRows: { code: 8305, msg: '行数超过一次可导入的上限，请拆分后重新上传' },
    notImportable: { code: 8306, msg: '该数据只能导出，不能导入' },
    running: { code: 8307, msg: '任务进行中，请等待完成后再操作' },
    fieldTwice: { code: 8308, msg: '每个字段只能对应一列' },
    noSuchColumn: { code: 8309, msg: '所选的列、标题行或工作表不存在，请重新选择' },
    noSuchField: { code: 8310, msg: '所选字段不存在或您无权修改，请重新选择' },
    keyMissing: { code: 8311, msg: '更新依据没有对应的列' },
    fieldMissing: { code: 8312, msg: '新增时必填的字段没有对应的列' },
    unchecked: { code: 8313, msg: '请先完成试运行' },
    outdated: { code: 8314, msg: '试运行结果已变化，请核对后重新确认' },
    nothingToDo: { code: 8315, msg: '没有可导入的行' },
    applied: { code: 8316, msg: '该文件已导入，请重新上传' },
    rowsRefused: { code: 8317, msg: '存在错误的行，未导入任何数据' },
    tooManySheets: {
      code: 8319,
      msg: '前 20 个工作表中没有与模板一致的表头，其余的不读取，请删除多余的工作表后重新上传',
    },
    tooManyAtOnce: { code: 8318, msg: '“全部不导入”一次最多 10000 行，请改为“跳过出错的行”或拆分文件' },
  },
)
