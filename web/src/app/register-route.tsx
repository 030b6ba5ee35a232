import { RegisterPage } from '../features/registrations/register-page.tsx'
import { paths } from './paths.ts'

/** Registration, and the way to sign in from there. */
export const RegisterRoute = () => <RegisterPage signIn={paths.signIn()} />
