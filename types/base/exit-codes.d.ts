/** How the program ends. Where several apply, the first in this order is used. */
export declare const EXIT: {
    readonly interrupted: 130;
    readonly terminated: 143;
    readonly journal: 6;
    readonly refusedTarget: 3;
    readonly usage: 2;
    readonly incomplete: 4;
    readonly uncertain: 5;
    readonly notAllCreated: 1;
    readonly ok: 0;
    /** Not chosen: a bug of ours, shown with its stack. */
    readonly bug: 70;
};
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
