const dollars = new Intl.NumberFormat('zh-TW');

/** `1,500 元`. */
export const moneyText = (amount: number): string => `${dollars.format(amount)} 元`;
