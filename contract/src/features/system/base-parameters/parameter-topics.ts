/** Topics of the built-in parameters, in the order of the page. */
export const parameterTopics = {
  system: '系统信息',
  signIn: '登录与验证',
  session: '会话',
  registration: '注册',
  sms: '短信',
  mail: '邮件',
  quota: '发送限额',
  storage: '上传与存储',
  api: '接口与限流',
} as const
export type ParameterTopic = keyof typeof parameterTopics

/** Keys of the topics, in the order of the page. */
export const topicKeys = Object.keys(parameterTopics) as ParameterTopic[]
