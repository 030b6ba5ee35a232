export const brandingLabels = { title: '标题', primary: '主题色', background: '登录页背景色' } as const
