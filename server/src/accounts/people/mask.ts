/** `A12*****89`. */
export const maskIdentity = (identity: string): string => {
  const shown = Math.min(3, Math.floor(identity.length / 3));
  const end = Math.min(2, shown);
  return (
    identity.slice(0, shown) +
    '*'.repeat(identity.length - shown - end) +
    identity.slice(identity.length - end)
  );
};

/** `1990-**-**`. */
export const maskBirthday = (birthday: string): string => `${birthday.slice(0, 4)}-**-**`;

/** `0912***678`. */
export const maskPhone = (phone: string): string => {
  const shown = Math.min(4, Math.floor(phone.length / 3));
  const end = Math.min(3, shown);
  return phone.slice(0, shown) + '*'.repeat(phone.length - shown - end) + phone.slice(phone.length - end);
};

/** `林○君`, `林○`, `M○○○○ C○○○`. */
export const maskName = (name: string): string =>
  name
    .split(' ')
    .map((word) => {
      const letters = [...word];
      const isChinese = /^\p{Script=Han}/u.test(word);
      const last = isChinese && letters.length > 2 ? letters.slice(-1) : [];
      const hidden = Math.max(0, letters.length - 1 - last.length);
      return [...letters.slice(0, 1), '○'.repeat(hidden), ...last].join('');
    })
    .join(' ');
