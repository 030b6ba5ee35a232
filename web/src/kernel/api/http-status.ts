import { t } from '../../ui/texts.ts'

/** Message for each HTTP status. The wording is specified. */
const messages: Readonly<Record<number, string>> = {
  400: t('请求错误'),
  401: t('未授权，请登录'),
  403: t('拒绝访问'),
  404: t('请求地址出错'),
  408: t('请求超时'),
  500: t('服务器内部错误'),
  501: t('服务未实现'),
  502: t('网关错误'),
  503: t('服务不可用'),
  504: t('网关超时'),
  505: t('HTTP版本不受支持'),
}

export const unknownFailure = t('系统错误')
export const noResponse = t('数据加载失败，请检查网络～')

/** Returns the message for an HTTP status. */
export const statusMessage = (status: number): string => messages[status] ?? unknownFailure
