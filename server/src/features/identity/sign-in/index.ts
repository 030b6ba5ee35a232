export type { CaptchaService } from './captcha.service.ts'
export { pardonFailures } from './pardon.ts'
export type { SendCode } from './send-code.ts'
export type { SignInService } from './sign-in.service.ts'
