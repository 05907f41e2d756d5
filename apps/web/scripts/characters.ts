// Every character of the console's own texts, for subset-fonts.py.
import { en } from '@airdeck/phrases/en';
import { ko } from '@airdeck/phrases/ko';

console.log([...new Set(JSON.stringify([ko, en]))].toSorted().join(''));
