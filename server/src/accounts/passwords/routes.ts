import * as passwords from '@portal/contract/passwords';
import type { TraineeRoutes } from '../gate.ts';
import { presentUser } from '../present.ts';
import { findShownUser } from '../profile/shown-user.ts';
import { securityLog } from '../sign-in/security-log.ts';
import { askForReset } from './ask-for-reset.ts';
import { changePassword } from './change-password.ts';
import { requireResetLink } from './require-reset-link.ts';
import { resetPassword } from './reset-password.ts';
import { sendPasswordCode } from './send-password-code.ts';

export const passwordRoutes: TraineeRoutes = (serve, services) => {
  const { db } = services;
  const withSecurityLog = securityLog(services);

  serve(passwords.updatePassword, async ({ actor, body, address, now }) => {
    await withSecurityLog('password.change', { address, ...actor }, () =>
      changePassword(db, body, { actor, address, now }),
    );
    return presentUser(await findShownUser(db, actor));
  });

  serve(passwords.sendPasswordCode, async ({ actor, now }) => {
    await sendPasswordCode(db, { actor, now });
    return { message: '驗證碼已寄至您登錄的電子郵件' };
  });

  serve(passwords.forget, async ({ body, address, now }) => {
    await withSecurityLog('password.ask_reset', { address, account: body.account }, () =>
      askForReset(db, body, { address, now }),
    );
    return { message: '請至您的電子信箱收信' };
  });

  serve(passwords.checkResetLink, async ({ body, now }) => {
    await requireResetLink(db, body.token, now);
    return { message: '請設定新密碼' };
  });

  serve(passwords.resetPassword, async ({ body, address, now }) => {
    await withSecurityLog('password.reset', { address }, () => resetPassword(db, body, { address, now }));
    return { message: '已成功更新密碼' };
  });
};
