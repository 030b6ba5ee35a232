import { defineErrors } from '../../../kernel/errors.ts'

export const { block: openAppsBlock, errors: openAppsErrors } = defineErrors(
  { from: 6030, to: 6059 },
  {
    nameTaken: { code: 6030, msg: '应用名称已存在' },
    noSuchOwner: { code: 6031, msg: '所选负责人不存在或已停用' },
    beyondRights: { code: 6032, msg: '该应用可调用您无权使用的接口，仅负责人可执行此操作' },
    tooManySecrets: { code: 6033, msg: '最多同时有 3 个有效密钥，请先停用不用的密钥' },
    secretEnded: { code: 6034, msg: '密钥已停用或已到期' },
    expiryPassed: { code: 6035, msg: '到期时间须晚于当前时间' },
    alreadyLocked: { code: 6036, msg: '应用已锁定' },
    notLocked: { code: 6037, msg: '应用未锁定' },
    noSuchApi: { code: 6038, msg: '所选接口不存在、未上线或不能授权给该应用' },
    endsBeforeStart: { code: 6039, msg: '到期时间须晚于生效时间' },
    tooManyApps: { code: 6040, msg: '应用数量已达上限，请先删除不用的应用' },
    lockedByOperator: { code: 6045, msg: '该应用由平台锁定，请联系平台管理员解锁' },
    strongerOwner: { code: 6049, msg: '该用户的权限超出您的权限，须由其本人将自己设为负责人' },
    unfitSecret: { code: 6050, msg: '应用有他人创建的有效密钥，其创建人无权使用这些接口，请先停用或更换' },
    unfitToken: { code: 6048, msg: '应用有他人创建的有效同步令牌，其创建人无权同步用户，请先停用或更换' },
    notALogo: { code: 6044, msg: '请上传 JPG 或 PNG 图片' },
    noTrial: { code: 6042, msg: '该接口的操作无法撤销，不支持调试' },
    noSandbox: { code: 6043, msg: '该接口未设置沙箱地址，不支持调试' },
    kindHasNoSecret: { code: 6046, msg: '网页和客户端应用不使用密钥；应用有后端时，请将类型改为“服务端”' },
    secretsRemain: { code: 6047, msg: '该应用有有效密钥，请先停用，再改为其他类型' },
    noOverlap: { code: 6041, msg: '没有可替换的有效密钥' },
  },
)
