import { randomUUID } from 'node:crypto'
import { anyPhone, code, type MakeSamples, password } from '../../../../test/hostile/sample.ts'

export const samples: MakeSamples = async () => ({
  'frontSignIn.login': 'sysLogin.verify',
  'frontSignIn.accessToken': 'sysLogin.accessToken',
  'frontSignIn.refreshToken': 'sysConsole.refresh',
  'frontSignIn.logout': 'sysConsole.logout',
  'frontSignIn.sendCaptcha': 'sysLogin.send',
  'frontSignIn.update': 'sysProfile.updateProfile',
  'frontSignIn.setLanguage': 'sysProfile.setLanguage',
  'frontSignIn.send': 'sysSecurity.bindSend',
  'frontSignIn.confirm': 'sysSecurity.bindConfirm',
  'frontSignIn.pass': 'sysSecurity.changePassword',
  'frontSignIn.forgetPassVerifySms': () => ({ body: { phone: anyPhone(), ...code() } }),
  'frontSignIn.forgetPass': () => ({ body: { ticket: randomUUID(), password } }),
})
