/** Message for each HTTP status. The wording is specified. */
const messages: Readonly<Record<number, string>> = {
  400: '请求错误',
  401: '未授权，请登录',
  403: '拒绝访问',
  404: '请求地址出错',
  408: '请求超时',
  500: '服务器内部错误',
  501: '服务未实现',
  502: '网关错误',
  503: '服务不可用',
  504: '网关超时',
  505: 'HTTP版本不受支持',
}

export const unknownFailure = '系统错误'
export const noResponse = '数据加载失败，请检查网络～'

/** Returns the message for an HTTP status. */
export const statusMessage = (status: number): string => messages[status] ?? unknownFailure
