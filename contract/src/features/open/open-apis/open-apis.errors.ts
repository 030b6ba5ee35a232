import { defineErrors } from '../../../kernel/errors.ts'

export const { block: openApisBlock, errors: openApisErrors } = defineErrors(
  { from: 6010, to: 6029 },
  {
    codeTaken: { code: 6010, msg: '接口编码已存在' },
    addressTaken: { code: 6011, msg: '已有相同请求方式和路径的接口' },
    noSuchEndpoint: { code: 6012, msg: '所选内部接口不存在或不能开放' },
    methodDiffers: { code: 6013, msg: '请求方式须与所选内部接口一致' },
    pathParametersDiffer: { code: 6014, msg: '路径中的参数须与内部接口一致' },
    undeclaredParameter: { code: 6015, msg: '目标地址中的参数须在路径中声明' },
    targetRefused: { code: 6016, msg: '目标地址为内网或保留地址，须由运维人员放行后使用' },
    notDeletable: { code: 6017, msg: '已上线的接口不能删除，请先下线' },
    granted: { code: 6018, msg: '已有应用获得该接口授权，请先取消授权' },
    wrongState: { code: 6019, msg: '接口当前状态不支持此操作，请刷新后重试' },
    sunsetPassed: { code: 6020, msg: '停用时间须晚于当前时间' },
    platformOnly: { code: 6022, msg: '仅平台可以管理开放接口' },
    parameterTwice: { code: 6021, msg: '参数名称不可重复' },
  },
)
